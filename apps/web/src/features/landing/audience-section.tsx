import { landingSections } from '../../text/site/landing-sections.ts'
import { Section } from './section.tsx'

const words = landingSections.audience

/** What each audience gets (WHAT-01). */
export function AudienceSection() {
  return (
    <Section title={words.title}>
      <table className="w-full max-w-200 text-14">
        <thead className="sr-only">
          <tr>
            <th scope="col">{words.who}</th>
            <th scope="col">{words.gets}</th>
          </tr>
        </thead>
        <tbody>
          {words.rows.map(({ who, gets }) => (
            <tr key={who} className="border-t border-line align-top max-sm:block max-sm:py-3">
              <th scope="row" className="text-left font-semibold max-sm:block sm:w-44 sm:py-3 sm:pr-6">
                {who}
              </th>
              <td className="text-text-2 max-sm:block sm:py-3">{gets}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
