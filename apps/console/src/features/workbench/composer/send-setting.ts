import { createEvent } from '@ruwu/ui/store.ts'
import { useSyncExternalStore } from 'react'
import { browserStorage } from '../../../browser/storage.ts'
import { currentAgentId } from '../../../session/current-agent.ts'
import { SEND_KEYS, type SendKey } from './send-key.ts'

type SendSetting = {
  sendKey: SendKey
  /** 回复后才标为已读: opening a customer does not mark messages as read. */
  readAfterReply: boolean
  /** Whether replies are suggested. */
  suggests: boolean
}

const KEY = 'ruwu.sendSetting'

const DEFAULT_SETTING: SendSetting = { sendKey: 'enter', readAfterReply: false, suggests: true }

export function readSendSetting(json: string | null): SendSetting {
  try {
    const { sendKey, readAfterReply, suggests } = JSON.parse(json ?? '{}') as Record<string, unknown>
    return {
      sendKey: SEND_KEYS.find((it) => it === sendKey) ?? DEFAULT_SETTING.sendKey,
      readAfterReply: readAfterReply === true,
      suggests: suggests !== false,
    }
  } catch {
    return DEFAULT_SETTING
  }
}

/** Of the signed-in agent: several may work in one browser. */
const keyOf = () => `${KEY}.${currentAgentId() ?? ''}`

const known = new Map<string, SendSetting>()
const changed = createEvent()

/** Until an agent has chosen: what was chosen in this browser before settings were kept by agent. */
function current(): SendSetting {
  const key = keyOf()
  const setting = known.get(key) ?? readSendSetting(browserStorage.get(key) ?? browserStorage.get(KEY))
  known.set(key, setting)
  return setting
}

function subscribe(listener: () => void) {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith(KEY)) return
    known.clear()
    listener()
  }
  window.addEventListener('storage', onStorage)
  const off = changed.on(listener)
  return () => {
    window.removeEventListener('storage', onStorage)
    off()
  }
}

/** Send settings of the agent in this browser. */
export const useSendSetting = () => useSyncExternalStore(subscribe, current)

export function changeSendSetting(part: Partial<SendSetting>) {
  const next = { ...current(), ...part }
  browserStorage.set(keyOf(), JSON.stringify(next))
  known.set(keyOf(), next)
  changed.emit()
}
