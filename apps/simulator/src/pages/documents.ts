import type { AuthoriseView, IndexView, MerchantView, PhoneView } from '../views.ts'
import { documentOf } from './document.ts'
import { authoriseBody } from './view/authorise/authorise-body.ts'
import { texts as authoriseTexts } from './view/authorise/texts.ts'
import { INITIAL as AUTHORISE_UI } from './view/authorise/ui.ts'
import { merchantBody } from './view/merchant/merchant-body.ts'
import { texts as merchantTexts } from './view/merchant/texts.ts'
import { INITIAL as MERCHANT_UI } from './view/merchant/ui.ts'
import { missingBody, MISSING_TITLE } from './view/missing-body.ts'
import { shownEntries } from './view/overview/journal.ts'
import { overviewBody } from './view/overview/overview-body.ts'
import { texts as overviewTexts } from './view/overview/texts.ts'
import { INITIAL as OVERVIEW_UI } from './view/overview/ui.ts'
import { phoneBody } from './view/phone/phone-body.ts'
import { texts as phoneTexts } from './view/phone/texts.ts'
import { CLOSED } from './view/phone/ui.ts'

export const overviewDocument = (view: IndexView): string =>
  documentOf({
    title: overviewTexts.overview,
    style: 'overview',
    script: 'overview',
    view,
    body: overviewBody(view, shownEntries(view.journal, OVERVIEW_UI.filter), OVERVIEW_UI),
  })

export const phoneDocument = (view: PhoneView): string =>
  documentOf({
    title: phoneTexts.title(view.customer.name),
    style: 'phone',
    script: 'phone',
    view,
    body: phoneBody(view, CLOSED),
  })

export const merchantDocument = (view: MerchantView): string =>
  documentOf({
    title: merchantTexts.title(view.account.name),
    style: 'merchant',
    script: 'merchant',
    view,
    body: merchantBody(view, MERCHANT_UI),
  })

export const authoriseDocument = (view: AuthoriseView): string =>
  documentOf({
    title: view.source === 'douyin' ? authoriseTexts.scanTitle : authoriseTexts.bindTitle,
    style: 'authorise',
    script: 'authorise',
    view,
    body: authoriseBody(view, AUTHORISE_UI),
  })

export const missingDocument = (): string => documentOf({ title: MISSING_TITLE, style: 'authorise', body: missingBody })
