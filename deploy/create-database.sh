#!/bin/sh
# Run once by the postgres image: the role that owns the studio's database. It is no superuser.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$STUDIO_PASSWORD" --username=postgres <<'SQL'
create role studio login createrole password :'password';
create database studio owner studio;
SQL
