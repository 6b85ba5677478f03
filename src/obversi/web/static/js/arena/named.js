// What an address names, where it may be no name at all.

import { Refused } from "../core/api.js";

/** Await what was asked for by a number; what is no number is refused as one that is not there. */
export async function named(asked, words) {
  try {
    return await asked;
  } catch (error) {
    throw error.status === 422 ? new Refused(`There is no ${words}.`, 404) : error;
  }
}
