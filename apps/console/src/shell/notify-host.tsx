import type { NotifySetting, SimpleAccount } from '@ruwu/contract'
import { Banner } from '@ruwu/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { channelKeys } from '../features/channel/index.ts'
import { readTimeZone } from '../features/enterprise/index.ts'
import { hintAddress, isNoticePanelOpen, openNoticePanel } from '../features/notice/index.ts'
import { notifySettingKey, useNotifySetting } from '../features/notify-setting/index.ts'
import { useIsSoundMissed } from '../notify/audio.ts'
import { lookAt, startNotify } from '../notify/notify.ts'
import { useIconMark } from '../notify/tab-mark.ts'
import { texts } from '../notify/texts.ts'

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
  useEffect(
    () =>
      startNotify({
        setting: () => cache.getQueryData<NotifySetting>(notifySettingKey),
        timeZone: () => readTimeZone(cache),
        navigate: (to) => void go.current(to),
        addressOf: (hint) => {
          const { pathname, search } = window.location
          return hintAddress(hint, {
            pathname,
            search,
            accounts: cache.getQueryData<SimpleAccount[]>(channelKeys.simple),
          })
        },
        isCentreOpen: isNoticePanelOpen,
        openCentre: openNoticePanel,
      }),
    [cache],
  )
  useEffect(() => lookAt(pathname, search), [pathname, search])
  return isSoundMissed && <Banner title={texts.soundTitle} text={texts.unlock} />
}
