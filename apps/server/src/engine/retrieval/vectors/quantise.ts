const LARGEST = 127

/** A vector as signed bytes. Only the direction is kept, which is all a cosine needs. */
export function quantise(vector: readonly number[]): Int8Array {
  const most = vector.reduce((max, each) => Math.max(max, Math.abs(each)), 0)
  return Int8Array.from(vector, (each) => Math.round((LARGEST * each) / (most || 1)))
}

export function cosine(a: Int8Array, b: Int8Array): number {
  const length = Math.sqrt(dot(a, a) * dot(b, b))
  return length === 0 ? 0 : dot(a, b) / length
}

function dot(a: Int8Array, b: Int8Array): number {
  let sum = 0
  for (const [at, each] of a.entries()) sum += each * (b[at] ?? 0)
  return sum
}
