import type { Database } from '../db/database.ts'
import {
  ChangeListService,
  CustomerTagService,
  type Desk,
  type DetailService,
  NoteService,
  ProfileService,
  ReminderService,
  SessionListService,
  ThreadCopyService,
  ThreadFeedbackService,
  ThreadLocateService,
} from '../customer/index.ts'
import { LeadService } from '../features/lead/index.ts'
import { QuickReplyService } from '../features/quick-reply/index.ts'
import { SearchService, ThreadSearchService } from '../features/search/index.ts'
import { TagService } from '../features/tag/index.ts'
import type { Clock } from '../platform/clock.ts'

type WorkbenchDeps = { db: Database; desk: Desk; clock: Clock; details: DetailService }

/** What agents know, note and look up about the customers they receive. */
export function createWorkbench({ db, desk, clock, details }: WorkbenchDeps) {
  const customerTags = new CustomerTagService({ db, desk, clock })
  const quickReplies = new QuickReplyService({ db, clock })
  return {
    customerTags,
    quickReplies,
    tags: new TagService({
      db,
      clock,
      bind: (tx, caller, customerId, tagId) => customerTags.bindIn(tx, caller, customerId, [tagId]),
    }),
    leads: new LeadService({ db, desk, clock }),
    profiles: new ProfileService({ db, desk, clock, details }),
    changes: new ChangeListService({ db }),
    notes: new NoteService({ db, desk, clock }),
    reminders: new ReminderService({ db, clock }),
    sessions: new SessionListService({ db }),
    locator: new ThreadLocateService({ db, desk, clock }),
    feedback: new ThreadFeedbackService({ db, desk, clock }),
    copies: new ThreadCopyService({ db, clock }),
    search: new SearchService({ db, replies: quickReplies }),
    threadSearch: new ThreadSearchService({ db }),
  }
}
