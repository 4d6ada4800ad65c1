import type { EntAccount } from '@ruwu/contract'
import { HOME_PATH, isBlockedByPoints, type PointsWarning } from '@ruwu/domain'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { onInsufficientPoints } from '../../api/show-error.ts'
import { readSession } from '../../session/session.ts'
import { demoFrame } from '../../browser/demo-frame.ts'
import { browserStorage } from '../../browser/storage.ts'
import { onDemand } from '../../rendering/on-demand.tsx'
import { findWarning, needsExplaining, rememberExplained, rememberWarned } from './shown-warnings.ts'
import { useEntAccount } from './points.queries.ts'

const ExplainDialog = onDemand(async () => (await import('./components/explain-dialog.tsx')).ExplainDialog)
const WarningOnDemand = onDemand(async () => (await import('./components/warning-dialog.tsx')).WarningDialog)
const InsufficientDialog = onDemand(
  async () => (await import('./components/insufficient-dialog.tsx')).InsufficientDialog,
)

/** The dialogs that open by themselves, one at a time, the most severe first. */
export function PointsGate({ WarningDialog = WarningOnDemand }) {
  const { data: account } = useEntAccount()
  const { pathname } = useLocation()
  const { warning, onShown, dismiss } = useWarning(account)
  const [isShort, setIsShort] = useState(false)
  const [needsWords, setNeedsWords] = useState(() => !demoFrame && needsExplaining(browserStorage))
  useEffect(() => onInsufficientPoints(() => setIsShort(true)), [])

  const explain = () => {
    rememberExplained(browserStorage)
    setNeedsWords(false)
  }

  if (!account) return null
  if (isBlockedByPoints(account.isAvailable, pathname)) return <InsufficientDialog />
  if (isShort) return <InsufficientDialog onClose={() => setIsShort(false)} />
  if (warning) return <WarningDialog warning={warning} onShown={onShown} onClose={dismiss} />
  if (needsWords && pathname === HOME_PATH) return <ExplainDialog account={account} onClose={explain} />
  return null
}

/** The open warning; every refresh of the account may open one. It counts as shown once it is drawn: its script may not come. */
function useWarning(account: EntAccount | undefined) {
  const entId = readSession()?.entId
  const [known, setKnown] = useState<EntAccount>()
  const [warning, setWarning] = useState<PointsWarning>()
  // One whose script did not come is not tried again at every refresh, each time with a toast.
  const [isGivenUp, setIsGivenUp] = useState(false)
  const isDrawn = useRef(false)
  useEffect(() => {
    const tryAgain = () => setIsGivenUp(false)
    window.addEventListener('online', tryAgain)
    return () => window.removeEventListener('online', tryAgain)
  }, [])
  if (account && entId && account !== known) {
    setKnown(account)
    const due = isGivenUp ? undefined : findWarning(browserStorage, entId, account)
    // The warning 积分用尽 closes once there are points again.
    if (due || (warning === 'usedUp' && account.isAvailable)) setWarning(due)
  }
  useEffect(() => {
    if (account && entId && !findWarning(browserStorage, entId, account)) rememberWarned(browserStorage, entId, account)
  }, [account, entId])
  const onShown = () => {
    isDrawn.current = true
    if (account && entId) rememberWarned(browserStorage, entId, account)
  }
  const dismiss = () => {
    setIsGivenUp(!isDrawn.current)
    isDrawn.current = false
    setWarning(undefined)
  }
  return { warning, onShown, dismiss }
}
