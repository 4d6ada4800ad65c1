import { NO_PERMISSION_TEXTS } from '@ruwu/domain'
import { Empty } from '@ruwu/ui'
import { Lock } from 'lucide-react'
import { useDocumentTitle } from '../notify/document-title.ts'

export function NoPermissionPage() {
  useDocumentTitle(NO_PERMISSION_TEXTS.title)
  return <Empty icon={Lock} text={NO_PERMISSION_TEXTS.page} />
}
