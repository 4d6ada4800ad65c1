const ENDS = 4
const LONG = 2 * ENDS + 3

/** `60a1…f3c2`. */
export const shortId = (id: string) => (id.length > LONG ? `${id.slice(0, ENDS)}…${id.slice(-ENDS)}` : id)
