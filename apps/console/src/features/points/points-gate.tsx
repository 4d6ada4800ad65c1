import { HOME_PATH, isBlockedByPoints, type PointsWarning } from '@ruwu/domain'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { onPointsShort } from '../../api/show-error.ts'
import { readSession } from '../../session/session.ts'
import { browserMemory } from '../../storage.ts'
import { ExplainDialog } from './components/explain-dialog.tsx'
import { InsufficientDialog } from './components/insufficient-dialog.tsx'
import { WarningDialog } from './components/warning-dialog.tsx'
import { needsExplaining, rememberExplained, takeWarning } from './points-memory.ts'
import { useEntAccount } from './points.queries.ts'

/** Everything the points say by themselves, one dialog at a time and the most severe first. */
export function PointsGate() {
  const { data: account } = useEntAccount()
  const { pathname } = useLocation()
  const [warning, setWarning] = useState<PointsWarning>()
  const [isShort, setIsShort] = useState(false)
  const [needsWords, setNeedsWords] = useState(() => needsExplaining(browserMemory))
  const isAvailable = account?.isAvailable ?? true

  useEffect(() => onPointsShort(() => setIsShort(true)), [])
  useEffect(() => {
    const entId = readSession()?.entId
    if (!account || !entId) return
    const due = takeWarning(browserMemory, entId, account)
    if (due) setWarning(due)
    // The last point's warning says what is no longer true once there are points.
    else if (account.isAvailable) setWarning((old) => (old === 'usedUp' ? undefined : old))
  }, [account])

  const explain = () => {
    rememberExplained(browserMemory)
    setNeedsWords(false)
  }

  if (!account) return null
  if (isBlockedByPoints(isAvailable, pathname)) return <InsufficientDialog />
  if (isShort) return <InsufficientDialog onClose={() => setIsShort(false)} />
  if (warning) return <WarningDialog warning={warning} onClose={() => setWarning(undefined)} />
  if (needsWords && pathname === HOME_PATH) return <ExplainDialog account={account} onClose={explain} />
  return null
}
