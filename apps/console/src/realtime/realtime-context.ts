import type { ConnectionStatus } from '@ruwu/chat-client'
import { createContext, use } from 'react'

type Realtime = {
  status: ConnectionStatus
  /** Signed in elsewhere: there is nothing to reconnect. */
  isKicked: boolean
  reconnect: () => void
  disconnect: () => void
  /** Sends a frame of the chat protocol; false without a connection. */
  send: (frame: object) => boolean
}

export const RealtimeContext = createContext<Realtime>({
  status: 'connecting',
  isKicked: false,
  reconnect: () => {},
  disconnect: () => {},
  send: () => false,
})

export const useRealtime = () => use(RealtimeContext)
