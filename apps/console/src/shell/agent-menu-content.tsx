import { agentStatusLabel, isOnline, LOCALES, resolveLocale } from '@ruwu/domain'
import { Avatar, cx } from '@ruwu/ui'
import { Segmented } from 'antd'
import { BellRing, KeyRound, LogOut, Search, ShieldCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { demoFrame } from '../browser/demo-frame.ts'
import { useMe } from '../features/agent/index.ts'
import { logout } from '../features/auth/index.ts'
import { useEnterpriseName } from '../features/enterprise/index.ts'
import { chooseLocale, localeName, useChosenLocale } from '../locale/locale-choice.ts'
import { THEME_MODES, setThemeMode, useThemeMode } from '../theme/color-scheme.ts'
import styles from './agent-menu-content.module.css'
import { useRealtime } from '../realtime/realtime-context.ts'
import { StatusSwitch } from './status-switch.tsx'
import { texts } from './texts.ts'

const themeOptions = THEME_MODES.map((value) => ({ value, label: texts.themeModes[value] }))

type AgentMenuContentProps = {
  onSearch: () => void
  onNotify: () => void
  onChangePassword: () => void
  onSecurity: () => void
  /** Set in the popover: it takes the focus, and Esc restores it. */
  onEscape?: () => void
}

/** The agent's status, theme, language, notification settings, password and sign-out. */
export function AgentMenuContent(props: AgentMenuContentProps) {
  const { onSearch, onNotify, onChangePassword, onSecurity, onEscape } = props
  const root = useRef<HTMLDivElement>(null)
  const me = useMe()
  const entName = useEnterpriseName()
  const mode = useThemeMode()
  const locale = useChosenLocale()
  const { disconnect } = useRealtime()
  const isFloating = onEscape !== undefined

  useEffect(() => {
    const element = root.current
    if (!element || !onEscape) return undefined
    element.focus()
    const onKeyDown = (event: KeyboardEvent) => {
      const leaves = event.key === 'Tab' && isAtEdge(element, event.shiftKey)
      if (!leaves && event.key !== 'Escape') return
      // Tab continues from the trigger; Shift+Tab ends on it.
      if (leaves && event.shiftKey) event.preventDefault()
      onEscape()
    }
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  }, [onEscape])

  const leave = () => {
    // Before signing out: the server closing the socket would look like an expired session.
    disconnect()
    logout()
  }

  return (
    <div
      ref={root}
      className={cx(styles.content, isFloating && styles.floating)}
      role={isFloating ? 'dialog' : undefined}
      aria-label={texts.agentMenu}
      tabIndex={-1}
    >
      <div className={styles.head}>
        <Avatar
          name={me?.name ?? texts.someone}
          src={me?.avatar}
          size={40}
          status={me && { on: isOnline(me.status), text: agentStatusLabel(me.status, me.busy) }}
        />
        <span className={styles.names}>
          <b className="cut">{me?.name}</b>
          <span className="cut">{entName}</span>
        </span>
      </div>
      {me && <StatusSwitch me={me} />}
      <div className={styles.row}>
        <span id="menu-theme">{texts.theme}</span>
        <Segmented
          aria-labelledby="menu-theme"
          tabIndex={-1}
          options={themeOptions}
          value={mode}
          onChange={setThemeMode}
        />
      </div>
      <div className={styles.row}>
        <label htmlFor="menu-locale">{texts.locale}</label>
        <select
          id="menu-locale"
          className={styles.select}
          value={locale}
          onChange={({ target }) => chooseLocale(resolveLocale([target.value]))}
        >
          {LOCALES.map((each) => (
            <option key={each} value={each} lang={each}>
              {localeName(each)}
            </option>
          ))}
        </select>
      </div>
      <div className={styles.actions}>
        <button type="button" onClick={onSearch}>
          <Search size={16} strokeWidth={1.75} aria-hidden="true" />
          {texts.keySearch}
        </button>
        <button type="button" onClick={onNotify}>
          <BellRing size={16} strokeWidth={1.75} aria-hidden="true" />
          {texts.notify}
        </button>
        {/* A visitor of the demo has no password, and ends with the page. */}
        {!demoFrame && (
          <>
            <button type="button" onClick={onChangePassword}>
              <KeyRound size={16} strokeWidth={1.75} aria-hidden="true" />
              {texts.changePassword}
            </button>
            <button type="button" onClick={onSecurity}>
              <ShieldCheck size={16} strokeWidth={1.75} aria-hidden="true" />
              {texts.security}
            </button>
            <button type="button" onClick={leave}>
              <LogOut size={16} strokeWidth={1.75} aria-hidden="true" />
              {texts.logout}
            </button>
          </>
        )}
      </div>
    </div>
  )
}

/** Whether the next Tab would leave the menu, which is a portal at the end of the body, far from its trigger. */
function isAtEdge(menu: HTMLElement, isBackwards: boolean): boolean {
  const active = document.activeElement
  if (!isBackwards) return active === [...menu.querySelectorAll('button')].at(-1)
  return active === menu || Boolean(menu.querySelector('[role=radiogroup]')?.contains(active))
}
