import { agentStatusLabel, isOnline } from '@ruwu/domain'
import { Avatar } from '@ruwu/ui'
import { useCallback, useRef, useState } from 'react'
import { useMe } from '../features/agent/index.ts'
import { openSearch } from '../features/search/index.ts'
import { PopoverButton } from '../rendering/floating.tsx'
import { onDemand } from '../rendering/on-demand.tsx'
import type { AgentLayer } from './agent-dialogs.tsx'
import styles from './agent-menu.module.css'
import { texts } from './texts.ts'

const AgentMenuContent = onDemand(async () => (await import('./agent-menu-content.tsx')).AgentMenuContent)
const AgentDialogs = onDemand(async () => (await import('./agent-dialogs.tsx')).AgentDialogs)

/** The signed-in agent at the bottom of the sidebar; a click opens the menu. */
export function AgentMenu({ isFolded }: { isFolded: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const [layer, setLayer] = useState<AgentLayer>()
  const trigger = useRef<HTMLElement>(null)
  const me = useMe()
  const name = me?.name ?? texts.someone
  const status = { on: isOnline(me?.status), text: agentStatusLabel(me?.status, me?.busy) }
  const close = useCallback(() => {
    setIsOpen(false)
    trigger.current?.focus()
  }, [])
  const show = (next: AgentLayer) => {
    close()
    setLayer(next)
  }
  const search = () => {
    close()
    openSearch()
  }
  return (
    <>
      <PopoverButton
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        anchor={trigger}
        placement={isFolded ? 'rightBottom' : 'topLeft'}
        content={
          <AgentMenuContent
            onEscape={close}
            onClose={close}
            onSearch={search}
            onNotify={() => show('notify')}
            onChangePassword={() => show('password')}
            onSecurity={() => show('security')}
          />
        }
        styles={{ container: { padding: 0 } }}
      >
        <button type="button" className={styles.me} aria-haspopup="dialog" aria-expanded={isOpen}>
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
      </PopoverButton>
      {layer && <AgentDialogs layer={layer} onClose={() => setLayer(undefined)} />}
    </>
  )
}
