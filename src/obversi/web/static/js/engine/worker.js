// The engine, compiled to WebAssembly, in a worker of the page. It gets `open`, then other actions, one at a
// time, and replies to each with `done` or `failed`.

const SLICE = 200; // milliseconds of a search between two checks for messages, without shared memory

let program = null; // the functions of the engine
let isStopped = false;

const textAt = (address) => program.UTF8ToString(address);

async function open({ threads, hashBytes }) {
  const folder = new URL(crossOriginIsolated ? "../../engine/threads/" : "../../engine/", import.meta.url);
  const { default: start } = await import(new URL("engine.js", folder).href);
  program = await start({ helpers: Math.max(threads - 1, 1) }); // without helpers it would wait for ever
  check(textAt(program._make_engine(threads, hashBytes)));
  const { buffer } = program.HEAPU8;
  return crossOriginIsolated ? { memory: buffer, stopByte: program._stop_byte() } : {};
}

async function weights({ path }) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const unpacked = response.body.pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(unpacked).arrayBuffer());
  const address = program._malloc(bytes.length);
  program.HEAPU8.set(bytes, address);
  const problem = textAt(program._use_weights(address, bytes.length));
  program._free(address);
  check(problem);
}

function check(problem) {
  if (problem) throw new Error(problem);
}

function run({ own, opp, size, isReversed, depth, nodes, lines, isExact }, seconds) {
  const limits = [seconds, depth, nodes, lines];
  return JSON.parse(textAt(program._run_search(own, opp, size, Number(isReversed), ...limits, Number(isExact), ~0n)));
}

async function search(task) {
  if (task.isFresh) program._clear_engine();
  if (crossOriginIsolated) {
    program.onReport = (text) => postMessage({ report: JSON.parse(text) });
    return run(task, task.seconds);
  }
  return searchInSlices(task);
}

// Each slice begins again, and finds the results of the previous one in the table.
async function searchInSlices(task) {
  const begin = performance.now();
  let best = null;
  let nodes = 0;
  const takeReport = (report) => {
    if (best !== null && !isDeeper(report, best)) return;
    best = { ...report, nodes: nodes + report.nodes, seconds: (performance.now() - begin) / 1000 };
    postMessage({ report: best });
  };
  program.onReport = (text) => takeReport(JSON.parse(text));
  isStopped = false;
  for (;;) {
    const left = task.seconds ? begin + 1000 * task.seconds - performance.now() : Infinity;
    const slice = Math.min(SLICE, left);
    const started = performance.now();
    const result = run(task, Math.max(slice, 1) / 1000);
    takeReport(result);
    nodes += result.nodes;
    const isComplete = performance.now() - started < slice;
    if (isComplete || left <= SLICE || isStopped) return best;
    await nextMessage();
    if (isStopped) return best;
  }
}

function isDeeper(report, other) {
  return report.depth > other.depth || (report.depth === other.depth && report.selectivity >= other.selectivity);
}

// Messages that have arrived are handled before this resolves.
function nextMessage() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
}

async function clear() {
  program._clear_engine();
}

// The value of positions without a search, each for its mover.
async function evaluate({ positions }) {
  return positions.map(({ own, opp, size, isReversed }) => program._evaluate(own, opp, size, Number(isReversed)));
}

// Textbook searches that record their steps: core/wasm/textbook.cpp.

async function trace({ search: name, mix, own, opp, size, isReversed, depth, mostNodes }) {
  const texts = [name, mix].map(textInMemory);
  try {
    return JSON.parse(textAt(program._trace_search(...texts, own, opp, size, Number(isReversed), depth, mostNodes)));
  } finally {
    for (const address of texts) program._free(address);
  }
}

async function traceMcts({ own, opp, size, isReversed, playouts, seed, exploration }) {
  return JSON.parse(textAt(program._trace_mcts(own, opp, size, Number(isReversed), playouts, seed, exploration)));
}

async function counts({ positions }) {
  return positions.map(({ own, opp, size, isReversed, depth }) =>
    JSON.parse(textAt(program._count_minimax(own, opp, size, Number(isReversed), depth))),
  );
}

function textInMemory(text) {
  const bytes = new TextEncoder().encode(`${text}\0`);
  const address = program._malloc(bytes.length);
  program.HEAPU8.set(bytes, address);
  return address;
}

const ACTIONS = { open, weights, search, clear, evaluate, trace, traceMcts, counts };

addEventListener("message", async ({ data: { action, ...values } }) => {
  if (action === "stop") {
    isStopped = true;
    return;
  }
  try {
    postMessage({ done: await ACTIONS[action](values) });
  } catch (error) {
    postMessage({ failed: String(error.message ?? error) });
  }
});
