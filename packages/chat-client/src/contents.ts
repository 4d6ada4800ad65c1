import type { Content } from '@ruwu/contract'

/** What any content may carry besides. */
export type ContentOptions = {
  mentions?: string[]
  mentionAll?: boolean
  /** The chatId that is answered. */
  reply?: string
  extra?: Record<string, string>
}

/** `placeholder` is the file's name, `size` its bytes. */
export type FileOptions = ContentOptions & { placeholder?: string; size?: number }
/** `duration` as mm:ss. */
export type MediaOptions = FileOptions & { duration?: string; thumbnail?: string }

const content =
  <O extends ContentOptions>(type: string) =>
  (text: string, options?: O): Content => ({ type, text, ...options })

export const textContent = content<ContentOptions>('text')
export const imageContent = content<FileOptions & { thumbnail?: string; width?: number; height?: number }>('image')
export const voiceContent = content<MediaOptions>('voice')
export const videoContent = content<MediaOptions>('video')
export const fileContent = content<FileOptions>('file')
export const linkContent = content<ContentOptions>('link')
/** `text` is `lat,lng`, `placeholder` the address. */
export const locationContent = content<FileOptions>('location')
