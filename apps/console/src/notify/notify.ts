import { CustomerId, type ConsoleEvent, type HintEvent, type NotifySetting } from '@ruwu/contract'
import { DEFAULT_NOTIFY_SETTING, isKept, isQuiet, minuteOfDay, noticeFor, type Notice, todoPath } from '@ruwu/domain'
import { notice as showNotice } from '@ruwu/ui'
import type { QueryClient } from '@tanstack/react-query'
import { currentAgentId } from '../session/current-agent.ts'
import { ring, watchGestures } from './audio.ts'
import { showDesktop } from './desktop.ts'
import { startLeaderElection, type Leadership } from './leader.ts'
import { createHeldHints, type HintPlace, saidOf } from './held-hints.ts'
import { createUnseenNotices } from './unseen-notices.ts'
import { setTabMark } from './tab-mark.ts'
import { texts } from './texts.ts'

/** Minimum gap between two sounds. */
const SOUND_GAP_MS = 1500

/** Hints that come within this time are one toast. */
const HINT_GATHER_MS = 400

type NotifyDeps = {
  /** Undefined while loading. */
  setting: () => NotifySetting | undefined
  timeZone: () => string
  navigate: (to: string) => void
  /** Where a hint leads; undefined: nowhere. */
  addressOf: (hint: HintEvent) => string | undefined
  isCentreOpen: () => boolean
  openCentre: () => void
}

/** The notifier of this tab, while an agent is signed in. */
function createNotifier(deps: NotifyDeps, lead: Leadership) {
  const { setting: readSetting, timeZone, navigate, addressOf, isCentreOpen, openCentre } = deps
  let lastSound = -Infinity
  let isFlashing = false
  let count = 0

  const setting = () => readSetting() ?? DEFAULT_NOTIFY_SETTING

  const minute = () => minuteOfDay(new Date(), timeZone())

  const hints = createHeldHints({
    isLookedAt: () => document.hasFocus(),
    show: (all) => {
      // 通知中心 shows what it keeps itself.
      const together = isCentreOpen() ? all.filter(({ hintType }) => !isKept(hintType)) : all
      for (const { text, isWarning, leadsTo } of saidOf(together))
        showNotice(texts.hint, text, isWarning ? 'warning' : 'info', openerOf(leadsTo))
    },
    soon: (run) => void setTimeout(run, HINT_GATHER_MS),
  })

  function openerOf(leadsTo: HintPlace | undefined) {
    if (leadsTo === 'centre') return openCentre
    if (leadsTo === 'waiting') return () => navigate(todoPath('waitingMine'))
    // Read again when it is pressed: the list may have other filters by then.
    if (!leadsTo || addressOf(leadsTo) === undefined) return undefined
    return () => navigate(addressOf(leadsTo) ?? '/')
  }

  function sound() {
    const now = Date.now()
    if (now - lastSound < SOUND_GAP_MS) return
    lastSound = now
    const { soundName, volume } = setting()
    void ring(soundName, volume)
  }

  function desktop({ title, text, customerId, event }: Notice) {
    const address = customerId ? `/chat?customerId=${customerId}` : '/chat'
    showDesktop({ title, text, tag: customerId ?? event, onClick: () => navigate(address) })
  }

  function deliver(notice: Notice) {
    if (notice.flash && !document.hasFocus()) isFlashing = true
    if (!lead.isLeader()) return
    if (notice.sound) sound()
    if (notice.desktop) desktop(notice)
  }

  function repeat(unseen: readonly Notice[]) {
    const { repeat: isWanted, onlyBackground, quiet } = setting()
    const isSilent = (onlyBackground && document.hasFocus()) || isQuiet(quiet, minute())
    if (isWanted && !isSilent && lead.isLeader() && unseen.some((it) => it.sound)) sound()
  }

  const unseenNotices = createUnseenNotices({
    timers: {
      start: (run, ms) => setTimeout(run, ms),
      stop: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout> | undefined),
    },
    deliver: (notice) => {
      deliver(notice)
      look()
    },
    repeat,
    onChange: (unseen) => {
      count = unseen.length
      mark()
    },
    me: currentAgentId,
  })

  /** Notices about what is visible in a focused tab are marked as seen. */
  function look(customerId = openCustomer()) {
    if (document.hasFocus()) unseenNotices.see(customerId)
    hints.look()
    mark()
  }

  function mark() {
    if (count === 0 || document.hasFocus()) isFlashing = false
    setTabMark({ count, isFlashing })
  }

  return {
    onEvent(event: ConsoleEvent) {
      const me = currentAgentId()
      if (!me) return
      unseenNotices.hear(event)
      const notice = noticeFor(event, {
        me,
        setting: setting(),
        // Lazy getters: most events produce no notice.
        get minuteOfDay() {
          return minute()
        },
        isInForeground: document.hasFocus(),
        get openCustomerId() {
          return openCustomer()
        },
      })
      if (notice) unseenNotices.take(notice, event)
      if (event.type === 'hint') hints.take(event)
    },
    look,
    stop: () => unseenNotices.stop(),
  }
}

/** The customer a URL shows. */
const customerAt = (pathname: string, search: string) =>
  pathname === '/chat' ? (CustomerId.safeParse(new URLSearchParams(search).get('customerId')).data ?? null) : null

const openCustomer = () => customerAt(window.location.pathname, window.location.search)

let notifier: ReturnType<typeof createNotifier> | undefined

/** Receives every event; ignored before the shell has started the notifier. */
export function onNotifyEvent(_: QueryClient, event: ConsoleEvent) {
  notifier?.onEvent(event)
}

/** The page or the open customer changed. */
export const lookAt = (pathname: string, search: string) => notifier?.look(customerAt(pathname, search))

export function startNotify(deps: NotifyDeps): () => void {
  const lead = startLeaderElection()
  const stopGestures = watchGestures()
  const started = createNotifier(deps, lead)
  notifier = started
  const onFocus = () => started.look()
  window.addEventListener('focus', onFocus)
  return () => {
    window.removeEventListener('focus', onFocus)
    notifier = undefined
    started.stop()
    stopGestures()
    lead.stop()
  }
}
