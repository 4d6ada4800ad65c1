import { redirect, type LoaderFunctionArgs } from 'react-router'
import { readSession } from '../session/session.ts'
import { browserMemory } from '../browser/storage.ts'
import { recallLastPage } from './last-page.ts'

/** `/` redirects: to /login, to the last page, else home. The page guard checks permissions there. */
export function startLoader() {
  if (!readSession()) return redirect('/login')
  return redirect(recallLastPage(browserMemory))
}

/** `/setting/index` redirects to `/setting`. */
export function barePathLoader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  return pathname.endsWith('/index') ? redirect(pathname.slice(0, -'/index'.length) + search) : null
}
