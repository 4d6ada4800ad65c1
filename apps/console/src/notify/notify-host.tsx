import { Banner } from '@ruwu/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useNotifySetting } from '../features/notify-setting/index.ts'
import { useIsSoundMissed } from './audio.ts'
import { lookAt, startNotify } from './notify.ts'
import { useIconMark } from './tab-mark.ts'
import { texts } from './texts.ts'

/** Runs sounds, desktop notifications and tab marks; renders a banner while the browser blocks sound. */
export function NotifyHost() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const go = useRef(navigate)
  const { pathname, search } = useLocation()
  const isSoundMissed = useIsSoundMissed()
  useNotifySetting()
  useIconMark()
  useEffect(() => {
    go.current = navigate
  })
  useEffect(() => startNotify({ cache, navigate: (to) => void go.current(to) }), [cache])
  useEffect(() => lookAt(pathname, search), [pathname, search])
  return isSoundMissed && <Banner title={texts.soundTitle} text={texts.unlock} />
}
