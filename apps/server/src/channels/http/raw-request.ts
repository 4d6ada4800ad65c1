import { createHash, timingSafeEqual } from 'node:crypto'
import type { RawAnswer, RawRequest } from '../source.ts'

export function headerOf({ headers }: RawRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Constant-time comparison: a wrong signature takes as long as a right one (timing attack). */
export function isSameSignature(given: string | undefined, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

export function hashOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}

export function jsonAnswer(status: number, body: string): RawAnswer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body }
}
