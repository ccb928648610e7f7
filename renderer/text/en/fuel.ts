/** Fuel: transactions, what speaks against them, whose they may be, and sums by vehicle. */
export const fuel = {
  tabs: { list: 'Transactions', vehicles: 'By vehicle' },
  list: 'Fuel transactions',
  search: 'Search station, driver, card',
  period: {
    of: (days: string) => `Days: ${days}`,
    last: (days: string) => `Last ${days} days`,
    range: (from: string, to: string) => `${from} to ${to}`,
    show: 'Show these days',
    backwards: 'This is before the first day.',
    needed: 'Enter both days.',
  },
  unassigned: 'Not assigned to a vehicle',
  marks: {
    title: 'Why it is marked',
    none: 'Nothing speaks against it, by what was read on this computer.',
    noRoute: 'Where the vehicle was at that time was never read on this computer.',
    readRoute: 'Read its trips of that day',
    short: {
      moving: 'Moving',
      overTank: 'Above the tank',
      twice: 'Twice',
      far: 'Far away',
      price: 'Price',
    },
    moving: (speed: string) => `The vehicle was driving at ${speed} at that time.`,
    movingUnknown: 'The vehicle was driving at that time.',
    overTank: (volume: string, tank: string) => `${volume} is more than its tank of ${tank} holds.`,
    twice: {
      vehicle: (apart: string) => `The same vehicle filled up ${apart} apart.`,
      card: (apart: string) => `The same card paid ${apart} apart.`,
    },
    other: 'Show the other one',
    far: (distance: string, station: string) =>
      `The vehicle was ${distance} away from “${station}” at that time.`,
    price: (price: string, unit: string, median: string, share: string, of: string) =>
      `${price} per ${unit}; the middle of ${of} prices that day is ${median}: ${share} off.`,
  },
  columns: {
    marks: 'Marks',
    price: (unit: string) => `Price per ${unit}`,
    cost: 'Cost',
    count: 'Transactions',
    consumption: 'Consumption',
    costPerDistance: (distance: string) => `Cost per 100 ${distance}`,
  },
  showRoute: 'That day on the map',
  outside: 'It is not of the days that are shown.',
  showDay: 'Show the days around it',
  cut: (most: string) => `Only the latest ${most} transactions are looked at. Choose fewer days.`,
  candidates: {
    title: 'Whose it may be',
    other: 'Another vehicle',
    otherTitle: 'Assign to another vehicle',
    ranking: 'Looking through the fleet',
    none: 'Nothing here tells whose it is.',
    noneHint: 'Trips that were read tell who stood at the station. A vehicle can be chosen below.',
    assignTo: (name: string) => `Assign to ${name}`,
    assigned: (name: string) => `Assigned to ${name}`,
    keys: (count: string) =>
      count === '1' ? 'Press 1 to assign it.' : `Press 1 to ${count} to assign it.`,
    read: (read: string, of: string) =>
      `Trips of ${read} of ${of} vehicles were read for that day.`,
    readTrips: 'Read the trips of that day',
    reading: (done: string, of: string) => `Reading vehicle ${done} of ${of}`,
    grade: { strong: 'Strong', likely: 'Likely', weak: 'Weak' },
    for: 'speaks for it',
    against: 'speaks against it',
    irreversible:
      'Once it was sent it can be assigned to another vehicle, but not taken off again.',
  },
  reasons: {
    card: (count: string, of: string) =>
      count === of
        ? `Used this card, as nobody else (${count})`
        : `Used this card ${count} of ${of} times`,
    driver: (name: string) => `${name} drives it`,
    stoppedThere: (distance: string) => `Stood there at that time (${distance})`,
    droveBy: (distance: string) => `Drove past at that time (${distance})`,
    elsewhere: (distance: string) => `Was ${distance} away at that time`,
    wasDriving: 'Was driving at that time',
    lastSeen: (distance: string, apart: string) => `Last seen there (${distance}), ${apart} apart`,
    lastSeenFar: (distance: string, apart: string) => `Last seen ${distance} away, ${apart} apart`,
    fits: (tank: string) => `Fits its tank of ${tank}`,
    tooSmall: (tank: string) => `More than its tank of ${tank}`,
    justFilled: (apart: string) => `Filled up ${apart} apart`,
    due: (since: string, usual: string) => `Filled up ${since} before, else every ${usual}`,
    usualStation: (count: string) => `Filled up there before (${count})`,
  },
  summary: {
    label: 'Fuel by vehicle',
    search: 'Search vehicle or depot',
    chart: 'Volume against distance',
    chartHint: (rate: string) => `Each point is a vehicle. The line is the whole fleet: ${rate}.`,
    chartLabel: (count: string, rate: string) =>
      `${count} vehicles by distance and volume; the whole fleet: ${rate}. The table tells the same.`,
    noDistance: 'How far they drove in these days was never read on this computer.',
    noDistanceHint: 'Volume and cost are summed up from the transactions that are here.',
    read: 'Summary read',
    none: 'No fuel in these days',
    noneHint: 'Choose other days.',
    total: (count: string) => (count === '1' ? '1 vehicle' : `${count} vehicles`),
    point: (name: string, distance: string, volume: string, rate: string) =>
      `${name}: ${volume} over ${distance}, ${rate}`,
    transactions: 'Show its transactions',
  },
} as const;
