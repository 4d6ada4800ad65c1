import { ServerFrame } from '@ruwu/contract'

/** A frame of the contract; anything else, such as one of a newer server, is undefined. */
export function readFrame(data: unknown): ServerFrame | undefined {
  const parsed = ServerFrame.safeParse(typeof data === 'string' ? parseJson(data) : undefined)
  return parsed.success ? parsed.data : undefined
}

/** The payload of an event is an object written as JSON. */
export function readPayload(text: string): Record<string, unknown> | undefined {
  const payload = parseJson(text)
  return isRecord(payload) ? payload : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
