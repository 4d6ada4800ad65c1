import { eventApi } from '@ruwu/contract'
import { call } from '../api/call.ts'

/** The newest event number, or null when the server could not be asked; then everything is refetched later. */
export async function fetchBaseline(): Promise<number | null> {
  try {
    return (await call(eventApi.list, { body: {} })).last
  } catch {
    return null
  }
}
