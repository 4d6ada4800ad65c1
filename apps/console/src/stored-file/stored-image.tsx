import { Avatar } from '@ruwu/ui'
import { useEffect, useState, type ComponentProps } from 'react'
import { download } from '../api/upload.ts'
import { useStoredFile } from './use-stored-file.ts'

const isKeptHere = (url: string) => url.startsWith('/api/attachment/')

/** Image by address. Ours may be private, and a plain `img` sends no Authorization header. */
export function StoredImage({ url, alt, className }: { url: string; alt: string; className?: string }) {
  const [local, setLocal] = useState<{ url: string; src: string }>()
  useEffect(() => {
    if (!isKeptHere(url)) return undefined
    let src: string | undefined
    let isGone = false
    const show = (blob: Blob) => {
      if (isGone) return
      src = URL.createObjectURL(blob)
      setLocal({ url, src })
    }
    download(url).then(show, () => setLocal(undefined))
    return () => {
      isGone = true
      if (src) URL.revokeObjectURL(src)
    }
  }, [url])
  const src = isKeptHere(url) ? (local?.url === url ? local.src : undefined) : url
  return src ? <img className={className} src={src} alt={alt} /> : <span className={className} />
}

/** Avatar whose image may be private, as customers' are. */
export function StoredAvatar({ src = '', ...rest }: ComponentProps<typeof Avatar>) {
  const file = useStoredFile(src)
  return <Avatar {...rest} src={typeof file === 'object' ? file.src : ''} />
}
