import { Avatar } from '@ruwu/ui'
import type { ComponentProps } from 'react'
import { useStoredFile } from './use-stored-file.ts'

/** Avatar whose image may be private, as customers' are. */
export function StoredAvatar({ src = '', ...rest }: ComponentProps<typeof Avatar>) {
  const file = useStoredFile(src)
  return <Avatar {...rest} src={typeof file === 'object' ? file.src : ''} />
}
