import { authApi, type Data } from '@ruwu/contract'
import { useCallback, useState } from 'react'
import { call } from '../../api/call.ts'

type Image = Data<typeof authApi.captcha>

/** The captcha: loaded only when the server demands it, renewed on every click. */
export function useCaptcha() {
  const [isNeeded, setIsNeeded] = useState(false)
  const [image, setImage] = useState<Image>()
  const renew = useCallback(async () => {
    setIsNeeded(true)
    setImage(await call(authApi.captcha).catch(() => undefined))
  }, [])
  return { isNeeded, image, renew }
}
