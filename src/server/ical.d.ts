/** What we use of ical.js: its own types stand where its package hides them from a bundler's resolution. */
declare module 'ical.js' {
  namespace ICAL {
    class Time {
      year: number
      month: number
      day: number
      hour: number
      minute: number
      second: number
      isDate: boolean
      zone: { tzid: string } | null
      toUnixTime(): number
    }
    class Component {
      constructor(parsed: unknown)
      name: string
      getAllSubcomponents(name: string): Component[]
      getFirstProperty(name: string): { getParameter(name: string): unknown } | null
      getFirstPropertyValue(name: string): unknown
    }
    class Event {
      constructor(component: Component, options?: { exceptions: readonly Component[] })
      component: Component
      uid: string | null
      startDate: Time
      endDate: Time
      isRecurring(): boolean
      isRecurrenceException(): boolean
      relateException(exception: Event): void
      iterator(): { next(): Time | null }
      getOccurrenceDetails(occurrence: Time): { item: Event; startDate: Time; endDate: Time }
    }
    function parse(text: string): unknown
  }
  export default ICAL
}
