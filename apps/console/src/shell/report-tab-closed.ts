import { authApi } from '@ruwu/contract'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { readSession } from '../session/session.ts'
import { TAB } from '../browser/tab-id.ts'

/** Reports that this tab was closed; keepalive lets the request outlive the page. */
export function useGoodbye() {
  useEffect(() => {
    const say = () => {
      if (readSession()) void call(authApi.keepAlive, { query: { tab: TAB } }, { keepalive: true }).catch(() => {})
    }
    window.addEventListener('pagehide', say)
    return () => window.removeEventListener('pagehide', say)
  }, [])
}
