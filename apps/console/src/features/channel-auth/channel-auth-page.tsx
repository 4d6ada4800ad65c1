import { Source } from '@ruwu/contract'
import { useSearchParams } from 'react-router'
import { useDocumentTitle } from '../../notify/document-title.ts'
import { LoginFrame } from '../auth/index.ts'
import { BindLanding } from './components/bind-landing.tsx'
import { ReturnFromPlatform } from './components/return-from-platform.tsx'
import { texts } from './texts.ts'

/** Start of the account binding, and the platform's OAuth redirect target. */
export function ChannelAuthPage() {
  const [search] = useSearchParams()
  const source = Source.safeParse(search.get('source'))
  const preCode = search.get('preCode')
  useDocumentTitle(texts.pageTitle)
  return (
    <LoginFrame>
      {preCode === null ? (
        <BindLanding />
      ) : (
        <ReturnFromPlatform source={source.success ? source.data : undefined} preCode={preCode} />
      )}
    </LoginFrame>
  )
}
