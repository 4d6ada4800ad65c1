export const ERROR_TEXTS = {
  network: '网络错误，请检查网络设置',
  server: '服务器异常',
  result: '结果异常',
  storageFull: '存储空间已满，请联系管理员',
  signInAgain: '请重新登录',
  callback: '回调必须是一个函数',
} as const

/** Text of a failed transport: 'Network Error' is translated, other messages are kept. */
export function transportErrorText(message?: string | null): string {
  if (message === 'Network Error') return ERROR_TEXTS.network
  return message?.trim() ? message : ERROR_TEXTS.server
}

/** Text of a response whose code is not 1. */
export function resultErrorText(msg?: string | null): string {
  return msg?.trim() ? msg : ERROR_TEXTS.result
}

export function assertCallback(callback: unknown): asserts callback is (...args: never[]) => unknown {
  if (typeof callback !== 'function') throw new TypeError(ERROR_TEXTS.callback)
}
