import type { Permission } from '@ruwu/contract'
import { HOME_PATH, NO_PERMISSION_TEXTS, guardPage } from '@ruwu/domain'
import { ErrorBlock, PageLoading, toast, Empty } from '@ruwu/ui'
import { Lock } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { messageOf } from '../api/errors.ts'
import { useMyPermissions } from '../features/permission/index.ts'
import { useDocumentTitle } from '../notify/document-title.ts'

/** Authorisation guard of a page; waits while permissions are loading. */
export function PageGuard({ permission, children }: { permission?: Permission; children: ReactNode }) {
  const { data, error, refetch } = useMyPermissions()
  const { pathname } = useLocation()
  if (permission === undefined) return children
  switch (guardPage({ mPerms: data, permission, path: pathname })) {
    case 'wait':
      return error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <PageLoading />
    case 'allow':
      return children
    case 'redirect-home':
      return <RedirectHome />
    case 'no-permission':
      return <NoPermissionPage />
  }
}

/** Explains the redirect: the permission may have been withdrawn while the page was open. */
function RedirectHome() {
  useEffect(() => toast.warning(NO_PERMISSION_TEXTS.page), [])
  return <Navigate to={HOME_PATH} replace />
}

function NoPermissionPage() {
  useDocumentTitle(NO_PERMISSION_TEXTS.title)
  return <Empty icon={Lock} text={NO_PERMISSION_TEXTS.page} />
}
