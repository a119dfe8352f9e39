// Where the counters are, from the mouth of the river upstream.
import { site } from '../api/site.ts'
import { SectionHeading } from './Section.tsx'

/** More do not fit side by side: they are listed in rows, without the river. */
const ALONG_THE_RIVER_MOST = 8

export function Offices() {
  const { offices, openingHours } = site
  const isAlongTheRiver = offices.length <= ALONG_THE_RIVER_MOST
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SectionHeading id="agents-heading">
          {isAlongTheRiver ? 'Offices along the river' : 'Offices'}
        </SectionHeading>
        <p className="text-ink-2">Open {openingHours.words}</p>
      </div>
      <div className="mt-4 md:mt-8">
        {isAlongTheRiver && <River />}
        <ol
          className={`grid grid-cols-2 gap-x-4 md:grid-cols-4 ${isAlongTheRiver ? 'lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none lg:gap-3' : ''}`}
        >
          {offices.map(({ town, place }) => (
            <li
              key={`${town} ${place}`}
              className={`relative border-t border-line py-3 ${isAlongTheRiver ? ON_THE_RIVER : ''}`}
            >
              <b className="block font-semibold">{town}</b>
              <span className="block text-sm text-ink-3">{place}</span>
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}

const ON_THE_RIVER =
  'before:absolute before:-top-6.75 before:left-0 before:hidden before:size-3.5 before:rounded-full before:border-3 before:border-ink before:bg-spark lg:border-0 lg:pb-0 lg:before:block'

const River = () => (
  <svg
    viewBox="0 0 1120 40"
    preserveAspectRatio="none"
    aria-hidden="true"
    className="hidden h-10 w-full fill-none stroke-info-line lg:block"
  >
    <path
      d="M-10 20C60 13 110 27 180 20S310 14 390 20s130 6 220 0 150-6 230 0 140 6 300-1"
      strokeOpacity="0.55"
      strokeWidth="20"
      strokeLinecap="round"
      vectorEffect="non-scaling-stroke"
    />
  </svg>
)
