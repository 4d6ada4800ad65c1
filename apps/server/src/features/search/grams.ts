import { createHash } from 'node:crypto'
import type { EntId } from '@ruwu/contract'
import { gramsOf } from '@ruwu/domain'

/**
 * Messages per block. Measured: a keyword in every third message is read from one block of this size in 5 ms; one without any hit is
 * looked up in all blocks of ten million messages in 5 ms as well.
 */
export const BLOCK = 32_768

const TAG_LENGTH = 4
const BLOCK_LENGTH = 4

/** Prefix of an enterprise's tokens in the shared index. A hash collision only costs time, because rows are filtered by ent_id. */
const enterprisePrefix = (entId: EntId) => createHash('md5').update(entId).digest('base64url').slice(0, TAG_LENGTH)

export const blockNumber = (no: number) => Math.floor(no / BLOCK)

const blockPrefix = (entId: EntId, block: number) =>
  enterprisePrefix(entId) + block.toString(36).padStart(BLOCK_LENGTH, '0')

const quoted = (token: string) => `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const isPair = (gram: string) => Array.from(gram).length > 1

/** Index tokens (tsvector text) of the message with this number. */
export function gramTokens(entId: EntId, no: number, words: string): string {
  const grams = gramsOf(words)
  const pairs = grams.filter(isPair)
  // A single character matches the pairs that start with it (prefix query); only characters that start no pair are stored alone.
  const pairStarts = new Set(pairs.map((pair) => Array.from(pair)[0]))
  const prefix = blockPrefix(entId, blockNumber(no))
  return [...pairs, ...grams.filter((gram) => !isPair(gram) && !pairStarts.has(gram))]
    .map((gram) => quoted(prefix + gram))
    .join(' ')
}

/** More grams don't make the index lookup more selective. */
const GRAMS_MAX = 5

/** The tsquery for one block: all grams must match. */
export function gramQuery(entId: EntId, block: number, grams: readonly string[]): string {
  const prefix = blockPrefix(entId, block)
  const step = Math.max(1, Math.ceil(grams.length / GRAMS_MAX))
  return grams
    .filter((_, at) => at % step === 0)
    .map((gram) => quoted(prefix + gram) + (isPair(gram) ? '' : ':*'))
    .join(' & ')
}
