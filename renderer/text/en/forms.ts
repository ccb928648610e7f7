/** What the pages of forms, answers and their PDF say. */
export const forms = {
  list: 'form list',
  search: 'Search forms',
  columns: { latest: 'Latest' },
  atLeast: (count: string) => `${count}+`,
  choose: 'Choose a form, or open an answer by its id',
  chooseHint: 'Answers that were opened once can be read and exported without a connection.',
  tabs: {
    label: 'About this form',
    answers: 'Answers',
    charts: 'Charts',
    questions: 'Questions',
    fields: 'All fields',
  },
  charts: {
    reading: 'Reading the answers…',
    none: 'No answer to this form is on this computer',
    noneHint: 'Charts are made of the answers that were fetched. Fetch them under Review.',
    over: (count: string) =>
      count === '1' ? 'Over 1 answer on this computer' : `Over ${count} answers on this computer`,
    overLatest: (count: string, total: string) =>
      `Over the latest ${count} of ${total} answers on this computer`,
    vehicles: 'Answers by vehicle',
    drivers: 'Answers by driver',
    noDriver: 'No driver',
    otherKind: 'Something else',
    answered: 'Answered',
    numbers: (count: string, least: string, median: string, most: string) =>
      count === '1'
        ? `1 number, ${median}`
        : `${count} numbers, ${least} to ${most}, median ${median}`,
    behind: 'As a table',
    period: { day: 'Day', month: 'Month', year: 'Year' },
    columns: {
      bar: 'Bar',
      share: 'Share',
      least: 'Least',
      median: 'Median',
      most: 'Most',
    },
    filter: (title: string) => `Only ${title}`,
    all: 'Show all answers',
  },
  questions: {
    required: 'Required',
    bad: 'asks for a second look',
    none: 'This form names no questions that can be read',
    noneHint: '“All fields” shows everything that the service tells of it.',
  },
  answers: {
    list: 'Answers to this form',
    search: 'Search answers',
    columns: { date: 'Created', title: 'Title' },
    none: 'No answers are known',
    noneHint:
      'The service has no list of answers. Those that a form names, and those opened by their id, are listed here.',
    count: (count: number, words: string) => (count === 1 ? '1 answer' : `${words} answers`),
    matching: (shown: string, count: string) => `${shown} of ${count} answers`,
    here: 'Readable offline',
    noDate: 'No date',
  },
  open: {
    title: 'Open an answer',
    label: 'Answer id',
    hint: 'It stands on every answer and in the file name of its PDF.',
    do: 'Open',
    empty: 'Enter the id of an answer.',
    tooLong: 'An id has at most 200 characters.',
    recent: 'Opened before',
    noRecent: 'Answers that you open are listed here; they stay readable offline.',
  },
  answer: {
    files: {
      title: 'Files of this answer',
      absent: (count: string) =>
        count === '1'
          ? 'One file of this answer lies at the service.'
          : `${count} files of this answer lie at the service.`,
      fetch: 'Fetch them',
      save: (name: string) => `Keep a copy of ${name}`,
      elsewhere: {
        absent: (count: string, host: string) =>
          count === '1' ? `One file lies at ${host}.` : `${count} files lie at ${host}.`,
        ask: (host: string) => `Fetch from ${host}…`,
        title: (host: string) => `Fetch from ${host}?`,
        whose: (host: string) =>
          `This answer names files at ${host}, which is not your service. Waybill does not know whose server it is.`,
        learns: (host: string) =>
          `Fetching tells ${host} the internet address of this computer, the time, and the addresses below.`,
        never:
          'Your sign-in is never sent there, and nothing else of this answer. What comes is kept on this computer and stands in the answer, also in PDFs and among exported photos.',
        addresses: 'What is asked for',
        fetch: (host: string) => `Fetch from ${host}`,
      },
    },
    back: 'All forms',
    backTo: (form: string) => `Back to ${form}`,
    copyId: 'Copy the answer’s id',
    idCopied: 'Answer id copied',
    read: 'Read',
    refresh: 'Read it again',
    loading: 'Reading the answer',
    unreadable: 'The service sent something that can’t be laid out. This is it, to the letter.',
    notHere: 'This answer was never opened on this computer',
    notHereHint:
      'It can’t be read without a connection. Answers that were opened once can be read offline.',
    unknown: (id: string) => `The service knows no answer ${id}`,
    unknownHint: 'Check the id. It may belong to another account, or the answer was removed.',
    gone: 'The service no longer has this answer.',
    goneSafe: 'What was read before is still here and can be exported as a local copy.',
    technical: 'How the form declares it',
    head: 'About this answer',
  },
  findings: {
    label: 'What asks for a second look',
    failing: (count: number) =>
      count === 1
        ? 'One choice tells of something wrong'
        : `${String(count)} choices tell of something wrong`,
    missing: (count: number) =>
      count === 1
        ? 'One required question has no answer'
        : `${String(count)} required questions have no answer`,
  },
  value: {
    empty: 'No answer',
    file: (mime: string, size: string) => `File ${mime}, ${size}`,
    copyPlace: 'Copy the coordinates',
    onMap: 'Show on the map',
    mapOf: (place: string) => `Map of ${place}`,
    enlarge: (label: string) => `Enlarge ${label}`,
    picture: (at: number, count: number) => `${String(at)} of ${String(count)}`,
    previous: 'Previous picture',
    next: 'Next picture',
    copyLink: 'Copy the address',
    linkCopied: 'Address copied',
    bytes: (count: string) => `${count} bytes`,
    kilobytes: (count: string) => `${count} kB`,
  },
  exports: {
    title: (count: string) => `Export ${count} answers`,
    one: 'Export 1 answer',
    as: 'As',
    asOptions: {
      folder: 'One PDF each, in a folder',
      zip: 'One PDF each, in a ZIP',
      merged: 'All answers in one PDF',
      none: 'No PDFs',
    },
    from: 'Whose PDF',
    fromOptions: {
      auto: 'The service’s own, else a local copy',
      service: 'The service’s own',
      local: 'Local copies',
    },
    mergedHint: 'With a bookmark for each answer.',
    mergedWhy:
      'The service’s own PDFs are put in as they are, with their tags; a file that holds one promises no standard. One that is encrypted or damaged becomes a local copy, or a page that says so.',
    mergedParts: (count: string) =>
      `With a bookmark for each answer: ${count} PDFs of up to 20,000 answers.`,
    paper: 'Paper',
    papers: { a4: 'A4', 'us-letter': 'Letter' },
    standard: 'Made for',
    standards: { 'ua-1': 'Everybody’s reading (PDF/UA-1)', 'a-2a': 'Keeping (PDF/A-2a)' },
    names: 'Names of files',
    namesHint: 'Each of {form}, {date}, {vehicle}, {driver} and {id} is filled in.',
    review: 'Verdicts and notes at the end of each local copy',
    reviewNeedsLocal: 'The service’s own PDFs carry none; local copies do.',
    photos: 'Photos as files of their own',
    tables: 'All answers of a form as a table',
    tableOptions: { none: 'No table', csv: 'CSV', xlsx: 'XLSX', both: 'CSV and XLSX' },
    notHere: (count: string) =>
      `${count} of them were not read on this computer; they are read now where there is a connection.`,
    start: 'Choose a folder and start',
    nothing: 'Choose PDFs, photos or a table.',
    list: 'Exports',
    state: {
      running: 'Under way',
      paused: 'Paused',
      done: 'Done',
      cancelled: 'Cancelled',
      failed: 'Stopped',
    },
    progress: (done: string, count: string) => `${done} of ${count}`,
    failures: (count: string) => `${count} could not be had; the manifest names them`,
    putAway: 'Take off the list',
    again: 'Another export…',
    running: (done: string, count: string) => `Exporting answers: ${done} of ${count}`,
    ended: (done: string) => (done === '1' ? '1 answer exported' : `${done} answers exported`),
    where: 'Show where',
  },
  pdf: {
    do: 'Export PDF',
    menu: 'Which PDF',
    auto: 'Automatic',
    autoHint: 'The service’s own; a local copy where it can’t be had',
    serviceHint: 'As the service draws it; needs a connection',
    local: 'Local copy',
    localHint: 'Made here from what was read',
    busy: 'Making the PDF…',
    savedHint: (age: string) => `As the service drew it ${age}; kept on this computer`,
    source: {
      service: 'The service’s own PDF',
      saved: 'The service’s own PDF, kept on this computer',
      local: 'A local copy, made here',
    },
    savedFrom: 'read',
    lacks: 'Not in this copy:',
    because: 'because the service could not give its own',
    saved: (name: string) => `saved as ${name}`,
  },
} as const;
