import type { ServerResponse } from 'node:http'

/** The embedding model's behaviour for the next request. */
export type EmbeddingStep =
  /** Vectors with this many dimensions, after a delay. */
  | { dimensions: number; afterMs?: number }
  | { status: number }
  /** Refuses texts containing this string. */
  | { refuses: string; dimensions: number }
  /** Never answers. */
  | { hang: true }
  /** A response that is not a model's. */
  | { raw: string }

/** Groups of phrases that mean the same. */
export type Meanings = readonly (readonly string[])[]

const GRAM_CHARS = [1, 2]
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

export function answerEmbeddings(
  response: ServerResponse,
  step: EmbeddingStep,
  texts: readonly string[],
  meanings: Meanings,
): void {
  if ('hang' in step) return
  if ('raw' in step) return send(response, 200, step.raw)
  const isRefused = 'refuses' in step && texts.some((text) => text.includes(step.refuses))
  if ('status' in step || isRefused)
    return send(response, 'status' in step ? step.status : 400, JSON.stringify({ error: { message: 'scripted' } }))
  const data = texts.map((text, index) => ({ index, embedding: vectorOf(text, step.dimensions, meanings) }))
  const body = JSON.stringify({ object: 'list', model: 'scripted', data, usage: { prompt_tokens: 1, total_tokens: 1 } })
  setTimeout(() => send(response, 200, body), 'afterMs' in step ? step.afterMs : 0)
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body)
}

/** Deterministic feature hashing of characters and character pairs. */
function vectorOf(text: string, dimensions: number, meanings: Meanings): number[] {
  const vector = Array.from({ length: dimensions }, () => 0)
  const said = inFirstWords(text, meanings)
  for (const chars of GRAM_CHARS)
    for (let at = 0; at + chars <= said.length; at += 1) {
      const hash = hashOf(said.slice(at, at + chars))
      const place = hash % dimensions
      vector[place] = (vector[place] ?? 0) + (hash >= 2 ** 31 ? 1 : -1)
    }
  return vector
}

const inFirstWords = (text: string, meanings: Meanings): string =>
  meanings.reduce(
    (said, [first = '', ...others]) => others.reduce((so, other) => so.replaceAll(other, first), said),
    text,
  )

function hashOf(text: string): number {
  let hash = FNV_OFFSET
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), FNV_PRIME)
  return hash >>> 0
}
