import { eventApi } from '@ruwu/contract'
import { call } from '../api/call.ts'

/** The newest event sequence number; null when the request failed, which causes a full refetch later. */
export async function fetchBaseline(): Promise<number | null> {
  try {
    return (await call(eventApi.list, { body: {} })).last
  } catch {
    return null
  }
}
