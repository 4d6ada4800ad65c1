import type { CLOSE, KICK_REASONS, KickReason, SOCKET_PATH } from '@ruwu/contract'

// Copies of contract values: importing them would pull zod into the bundle.
// Their types are the contract's literals: a value that differs does not compile.

export const CONNECT_PATH: typeof SOCKET_PATH = '/api/connect'

export const CLOSE_REVOKED: typeof CLOSE.revoked.code = 4001
export const CLOSE_KICKED: typeof CLOSE.kicked.code = 4003

const kickReasons: typeof KICK_REASONS = ['kick_self', 'kick_by_password_updated']

export const isKickReason = (text: string | undefined): text is KickReason =>
  kickReasons.some((reason) => reason === text)
