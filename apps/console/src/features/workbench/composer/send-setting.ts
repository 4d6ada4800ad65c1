import { useSyncExternalStore } from 'react'
import { browserStorage } from '../../../browser/storage.ts'
import { SEND_KEYS, type SendKey } from './send-key.ts'

type SendSetting = {
  sendKey: SendKey
  /** 回复后才标为已读: opening a customer does not mark messages as read. */
  readAfterReply: boolean
}

const KEY = 'ruwu.sendSetting'

const DEFAULT_SETTING: SendSetting = { sendKey: 'enter', readAfterReply: false }

export function readSendSetting(json: string | null): SendSetting {
  try {
    const { sendKey, readAfterReply } = JSON.parse(json ?? '{}') as Record<string, unknown>
    return {
      sendKey: SEND_KEYS.find((it) => it === sendKey) ?? DEFAULT_SETTING.sendKey,
      readAfterReply: readAfterReply === true,
    }
  } catch {
    return DEFAULT_SETTING
  }
}

let setting = readSendSetting(browserStorage.get(KEY))
const listeners = new Set<() => void>()

function show(next: SendSetting) {
  setting = next
  for (const listener of listeners) listener()
}

const onStorage = ({ key }: StorageEvent) => key === KEY && show(readSendSetting(browserStorage.get(KEY)))

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

/** Send settings of this browser. */
export const useSendSetting = () => useSyncExternalStore(subscribe, () => setting)

export function changeSendSetting(part: Partial<SendSetting>) {
  const next = { ...setting, ...part }
  browserStorage.set(KEY, JSON.stringify(next))
  show(next)
}
