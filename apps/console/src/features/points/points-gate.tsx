import type { EntAccount } from '@ruwu/contract'
import { HOME_PATH, isBlockedByPoints, type PointsWarning } from '@ruwu/domain'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { onInsufficientPoints } from '../../api/show-error.ts'
import { readSession } from '../../session/session.ts'
import { browserStorage } from '../../browser/storage.ts'
import { ExplainDialog } from './components/explain-dialog.tsx'
import { InsufficientDialog } from './components/insufficient-dialog.tsx'
import { WarningDialog } from './components/warning-dialog.tsx'
import { findWarning, needsExplaining, rememberExplained, rememberWarned } from './shown-warnings.ts'
import { useEntAccount } from './points.queries.ts'

/** The dialogs that open by themselves, one at a time, the most severe first. */
export function PointsGate() {
  const { data: account } = useEntAccount()
  const { pathname } = useLocation()
  const [warning, dismissWarning] = useWarning(account)
  const [isShort, setIsShort] = useState(false)
  const [needsWords, setNeedsWords] = useState(() => needsExplaining(browserStorage))
  useEffect(() => onInsufficientPoints(() => setIsShort(true)), [])

  const explain = () => {
    rememberExplained(browserStorage)
    setNeedsWords(false)
  }

  if (!account) return null
  if (isBlockedByPoints(account.isAvailable, pathname)) return <InsufficientDialog />
  if (isShort) return <InsufficientDialog onClose={() => setIsShort(false)} />
  if (warning) return <WarningDialog warning={warning} onClose={dismissWarning} />
  if (needsWords && pathname === HOME_PATH) return <ExplainDialog account={account} onClose={explain} />
  return null
}

/** The open warning; every refresh of the account may open one. */
function useWarning(account: EntAccount | undefined): [PointsWarning | undefined, () => void] {
  const entId = readSession()?.entId
  const [known, setKnown] = useState<EntAccount>()
  const [warning, setWarning] = useState<PointsWarning>()
  if (account && entId && account !== known) {
    setKnown(account)
    const due = findWarning(browserStorage, entId, account)
    // The warning 积分用尽 closes once there are points again.
    if (due || (warning === 'usedUp' && account.isAvailable)) setWarning(due)
  }
  useEffect(() => {
    if (account && entId) rememberWarned(browserStorage, entId, account)
  }, [account, entId])
  return [warning, () => setWarning(undefined)]
}
