import type { PlatformCard } from '../../channels/source.ts'
import type { MaterialRow } from './material.repo.ts'

type Audit = Pick<MaterialRow, 'auditStatus' | 'auditReason' | 'isReviewedAgain'>

/** Audit columns from the platform's state. An approved card stays usable while it is reviewed again. */
export function auditOf(state: PlatformCard['state'], before?: Audit): Audit {
  switch (state) {
    case 'usable':
      return { auditStatus: 'passed', auditReason: '', isReviewedAgain: false }
    case 'refused':
      return { auditStatus: 'rejected', auditReason: '平台审核未通过', isReviewedAgain: false }
    case 'reviewing':
      return before?.auditStatus === 'passed'
        ? { auditStatus: 'passed', auditReason: '', isReviewedAgain: true }
        : { auditStatus: 'pending', auditReason: '', isReviewedAgain: false }
  }
}
