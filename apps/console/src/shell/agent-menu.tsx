import { agentStatusLabel, isOnline } from '@ruwu/domain'
import { Avatar } from '@ruwu/ui'
import { Popover } from 'antd'
import { useCallback, useRef, useState } from 'react'
import { useMe } from '../features/agent/index.ts'
import { ChangePasswordSheet } from '../features/auth/index.ts'
import { NotifySettingDialog } from '../features/notify-setting/index.ts'
import { openSearch } from '../features/search/index.ts'
import { SecuritySheet } from '../features/totp/index.ts'
import { AgentMenuContent } from './agent-menu-content.tsx'
import styles from './agent-menu.module.css'
import { useRealtime } from '../realtime/realtime-context.ts'
import { texts } from './texts.ts'

type Layer = 'notify' | 'password' | 'security'

/** The signed-in agent at the bottom of the sidebar; a click opens the menu. */
export function AgentMenu({ isFolded }: { isFolded: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const [layer, setLayer] = useState<Layer>()
  const trigger = useRef<HTMLButtonElement>(null)
  const me = useMe()
  const { status: connection } = useRealtime()
  const name = me?.name ?? texts.someone
  const status = { on: isOnline(me?.status), text: agentStatusLabel(me?.status, me?.busy) }
  const close = useCallback(() => {
    setIsOpen(false)
    trigger.current?.focus()
  }, [])
  const show = (next: Layer) => {
    close()
    setLayer(next)
  }
  const search = () => {
    close()
    openSearch()
  }
  const closeLayer = () => setLayer(undefined)
  return (
    <>
      <Popover
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger="click"
        placement={isFolded ? 'rightBottom' : 'topLeft'}
        arrow={false}
        destroyOnHidden
        content={
          <AgentMenuContent
            onEscape={close}
            onSearch={search}
            onNotify={() => show('notify')}
            onChangePassword={() => show('password')}
            onSecurity={() => show('security')}
          />
        }
        styles={{ container: { padding: 0 } }}
      >
        <button ref={trigger} type="button" className={styles.me} aria-haspopup="dialog" aria-expanded={isOpen}>
          <Avatar name={name} src={me?.avatar} status={me && status} />
          {isFolded ? (
            <span className="sr-only">{name}</span>
          ) : (
            <span className={styles.words}>
              <b className="cut">{name}</b>
              <small>{me ? status.text : ''}</small>
            </span>
          )}
          <span className="sr-only">{texts.agentMenu}</span>
        </button>
      </Popover>
      {layer === 'password' && <ChangePasswordSheet onClose={closeLayer} />}
      {layer === 'security' && <SecuritySheet onClose={closeLayer} />}
      {layer === 'notify' && <NotifySettingDialog isConnected={connection === 'connected'} onClose={closeLayer} />}
    </>
  )
}
