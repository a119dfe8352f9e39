// Where the counters are, from the mouth of the river upstream.
import { SectionHeading } from './SectionHeading.tsx'

const offices = [
  ['Banjul', 'Albert Market'],
  ['Bakau', 'Sait Matty Road'],
  ['Serekunda', 'Kairaba Avenue'],
  ['Lamin', 'Lamin Garage'],
  ['Brikama', 'Car park, Brikama Ba'],
  ['Soma', 'Trans-Gambia junction'],
  ['Farafenni', 'Lumo market'],
  ['Basse', 'Basse Santa Su'],
] as const

export const Offices = () => (
  <>
    <div className="flex flex-wrap items-center justify-between gap-3">
      <SectionHeading id="agents-heading">Offices along the river</SectionHeading>
      <p className="text-ink-2">Open all day, every day</p>
    </div>
    <div className="mt-4 md:mt-8">
      <River />
      <ol className="grid grid-cols-2 gap-x-4 md:grid-cols-4 lg:grid-cols-8 lg:gap-3">
        {offices.map(([town, place]) => (
          <li
            key={town}
            className="relative border-t border-line py-3 before:absolute before:-top-6.75 before:left-0 before:hidden before:size-3.5 before:rounded-full before:border-3 before:border-ink before:bg-spark lg:border-0 lg:pb-0 lg:before:block"
          >
            <b className="block font-semibold">{town}</b>
            <span className="block text-sm text-ink-3">{place}</span>
          </li>
        ))}
      </ol>
    </div>
  </>
)

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
