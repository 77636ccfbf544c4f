import { CheckField } from '../../shared/forms/check-field.tsx'
import { Field } from '../../shared/forms/field.tsx'
import { NumberField } from '../../shared/forms/number-field.tsx'
import { SelectField } from '../../shared/forms/select-field.tsx'
import { TextAreaField } from '../../shared/forms/text-area-field.tsx'
import { adminHelpText } from '../../text/admin/admin-help.ts'
import { helpWords } from '../../text/support/help-words.ts'
import { ArticleConflict } from './article-conflict.tsx'
import { SaveFailure } from './save-failure.tsx'
import { type ArticleEditing, SUBJECTS } from './use-article.ts'

const words = adminHelpText.editor
const CHOICES = SUBJECTS.map((value) => ({ value, label: helpWords.categories[value] }))

/** The fields of an article, beneath the version of another admin where there is one. */
export function ArticleFields({ editing }: { readonly editing: ArticleEditing }) {
  const { form, conflict } = editing
  return (
    <>
      {conflict !== null && (
        <ArticleConflict
          stored={conflict.other}
          typed={editing.typed(conflict)}
          keepMine={(event) => editing.keepMine(event, conflict)}
          take={() => editing.takeOther(conflict)}
        />
      )}
      <Field label={words.title} maxLength={200} autoComplete="off" required {...form.field('title')} />
      <div className="grid grid-cols-[minmax(0,1fr)_96px] items-end gap-4 sm:grid-cols-[minmax(0,1fr)_96px_auto]">
        <SelectField label={words.category} choices={CHOICES} {...form.field('category')} />
        <NumberField label={words.order} {...form.field('order')} />
        <div className="pb-2.5 max-sm:col-span-2">
          <CheckField
            label={
              <>
                {words.isPublished} <span className="text-12 text-text-3">{words.publishedHint}</span>
              </>
            }
            {...form.field('is_published')}
          />
        </div>
      </div>
      <TextAreaField
        label={words.content}
        hint={words.contentHint}
        rows={12}
        spellCheck
        required
        style={{ fontFamily: 'var(--font-mono)', fontSize: 13 }}
        counted={{ typed: form.typedIn('content'), most: 50_000 }}
        {...form.field('content')}
      />
      <SaveFailure failure={form.failure} />
    </>
  )
}
