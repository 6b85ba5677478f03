// A drawing as an image of pixels.

const SIDE = 1024;

/** Draw an SVG text, and resolve with the PNG. */
export async function pngOf(svg) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = document.createElement("canvas");
    canvas.width = SIDE;
    canvas.height = Math.round((SIDE * height) / width);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no image"))), "image/png");
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
