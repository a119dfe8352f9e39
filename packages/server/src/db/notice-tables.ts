// The tables of notices and of live hints as TypeScript types (migration 0037).
import type { NoticeKind } from '@flexpower/contract'
import type { GeneratedAlways } from 'kysely'

export interface NoticeTables {
  live_event: {
    id: GeneratedAlways<number>
    at: GeneratedAlways<Date>
    kinds: string[]
    users: number[]
    admins: boolean
  }
  notice: {
    id: GeneratedAlways<number>
    user_id: number
    kind: NoticeKind
    record: string
    title: string
    text: string
    created_at: Date
    seen_at: Date | null
    over_at: Date | null
  }
  notice_preference: {
    user_id: number
    kind: NoticeKind
    mail: boolean
    sms: boolean
  }
  notice_phone: { user_id: number; phone: string }
}
