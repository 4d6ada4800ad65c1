/** Signed in on another computer; the only button ends the session. */
export const KICK_DIALOG = {
  title: '下线通知',
  text: '您的账号已在其它电脑登录，您将被强制下线',
  confirm: '知道了',
} as const

export const DISCONNECT_BANNER = {
  title: '提示',
  text: '当前网络不稳定，请检查当前网络状态后，点击「重连」进行重试',
  reconnect: '重连',
} as const

/** A part of the page whose script is not there, as after an upgrade. */
export const RELOAD_OFFER = { text: '页面可能已更新，请刷新后再试', reload: '刷新' } as const

/** A shorter disconnect shows no banner. */
export const DISCONNECT_BANNER_DELAY_MS = 2000

/** Errors of the chat client; matched by other programs, hence English. */
export const CHAT_CLIENT_ERRORS = {
  timeout: 'timeout',
  shutdown: 'connection is shutdown',
  tokenMissing: 'token not found',
  usernameMissing: 'username not found',
  conversationMissing: 'conversation not found',
} as const

/** The code of a socket response that is not a failure. */
export const SOCKET_RESPONSE_OK = 200
