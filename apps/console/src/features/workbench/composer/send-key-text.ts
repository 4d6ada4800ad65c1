import type { SendKey } from './send-key.ts'
import { texts } from './texts.ts'

const isApple = /mac|iphone|ipad/iu.test(navigator.userAgent)

/** `Enter 发送`, or with this platform's modifier key. */
export const sendKeyText = (key: SendKey, verb: string = texts.send) =>
  `${key === 'enter' ? '' : isApple ? '⌘+' : 'Ctrl+'}Enter ${verb}`
