import { type CallArgs, ConsoleEvent, type Data, type Endpoint } from '@ruwu/contract'
import type { Person } from './person.ts'

/**
 * An open screen without a browser: what was fetched, changed by the events its socket receives. After every write,
 * `settle()` must equal `refetch()`.
 */
export async function watch<E extends Endpoint>(
  person: Person,
  endpoint: E,
  args: CallArgs<E>,
  apply: (data: Data<E>, event: ConsoleEvent) => Data<E>,
) {
  const socket = await person.connect()
  await socket.next((frame) => frame.type === 'nop')
  let data: Data<E> = await person.call(endpoint, args)

  return {
    /** The screen after everything up to now has arrived. */
    async settle(): Promise<Data<E>> {
      await socket.roundTrip()
      for (const frame of socket.take('message')) {
        const event = { type: frame.content.type, ...(JSON.parse(frame.content.text) as object) }
        data = apply(data, ConsoleEvent.parse(event))
      }
      return data
    },
    refetch: () => person.call(endpoint, args),
  }
}
