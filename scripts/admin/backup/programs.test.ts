import { expect, test } from 'vitest'
import { connectionOf } from './programs.ts'

test('an address becomes the variables of libpq, so that no password is an argument', () => {
  expect(connectionOf('postgres://chef:a%40b@db.example:5433/markt?sslmode=verify-full&sslrootcert=/etc/ca.pem&x=1')).toEqual({
    PGHOST: 'db.example',
    PGPORT: '5433',
    PGUSER: 'chef',
    PGPASSWORD: 'a@b',
    PGDATABASE: 'markt',
    PGSSLMODE: 'verify-full',
    PGSSLROOTCERT: '/etc/ca.pem',
  })
  expect(connectionOf('postgres:///markt?host=/var/run/postgresql')).toEqual({ PGHOST: '/var/run/postgresql', PGDATABASE: 'markt' })
  expect(connectionOf('postgres://[::1]/markt')).toMatchObject({ PGHOST: '::1' })
})
